/* Wine before version 9 lacks this library of Windows 8, of which Rust's standard library needs the one function. With this one beside
 * it, a program starts under Wine; Windows has its own, which it always prefers. */
#include <windows.h>

/* `RtlGenRandom`, as advapi32 exports it. */
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG bytes);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T bytes) {
    return SystemFunction036(buffer, (ULONG)bytes);
}
