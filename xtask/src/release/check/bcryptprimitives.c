/* The standard library of Rust takes random bytes from this library of Windows, which Wine lacks before version 9. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length)
{
    return RtlGenRandom(data, length);
}
