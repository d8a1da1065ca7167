"""What we use of wasmtime, whose own types leave open what an export is: here our solver's."""

import ctypes
from collections.abc import Sequence
from typing import Literal, overload

class Engine: ...

class Store:
    def __init__(self, engine: Engine) -> None: ...

class Module:
    @classmethod
    def from_file(cls, engine: Engine, path: str) -> Module: ...

class Func:
    def __call__(self, store: Store, *params: float) -> float | None: ...

class Memory:
    def data_ptr(self, store: Store) -> ctypes._Pointer[ctypes.c_ubyte]: ...

class InstanceExports:
    @overload
    def __getitem__(self, name: Literal["memory"]) -> Memory: ...
    @overload
    def __getitem__(
        self, name: Literal["hands", "positions", "begin", "lay", "show", "value"]
    ) -> Func: ...

class Instance:
    def __init__(self, store: Store, module: Module, imports: Sequence[Func]) -> None: ...
    def exports(self, store: Store) -> InstanceExports: ...
