"""Double dummy at nullos, by a solver of our own: where tricks are to be lost, DDS has no answer.

``nullo.c`` is the solver, ``nullo.wasm`` what clang makes of it (``tools/nullo.py``), which the
package wasmtime runs; ``program.py`` is the process that does, ``solved.py`` asks it.
"""
