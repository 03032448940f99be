extern "C" __global__ void square_gpu(const int* x, int* out) { *out = *x * *x; }
