@echo off
rem Opens your club on Windows: double-click this file. What it needs is Python 3.11 to 3.14.
setlocal
cd /d "%~dp0"
set "FOUND="

rem The launcher that comes with Python knows every version; double dummy needs one before 3.14.
for %%V in (3.13 3.12 3.11 3.14) do if not defined FOUND (
  py -%%V -c "" >nul 2>&1 && set "FOUND=py -%%V"
)

rem Without it, what PATH leads to. Windows has a "python" there that only opens a shop: it fails.
for %%P in (python python3) do if not defined FOUND (
  %%P -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))" >nul 2>&1 && set "FOUND=%%P"
)

if not defined FOUND (
  echo ClubScore needs Python, version 3.11 to 3.14, and there is none on this machine.
  echo.
  echo   1. Open https://www.python.org/downloads/windows/ and take version 3.13.
  echo   2. In its first window tick "Add python.exe to PATH", then "Install Now".
  echo   3. Double-click ClubScore.cmd again.
  echo.
  pause
  exit /b 1
)

%FOUND% manage.py serve %*
set "ENDED=%ERRORLEVEL%"
rem A window that shuts at once takes along why.
if not "%ENDED%"=="0" pause
exit /b %ENDED%
