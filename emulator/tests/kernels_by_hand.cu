// Kernels of users: CUDA C++ that knows nothing of us. Arguments and results are addresses, and after what has a length comes
// that length.

// One thread a block.
extern "C" __global__ void square(const int* x, int* out) { *out = *x * *x; }

// Several results.
extern "C" __global__ void ends(const float* list, unsigned long long length, float* first, float* last) {
    *first = list[0];
    *last = list[length - 1];
}

// Threads of all blocks.
extern "C" __global__ void scaled(const double* x, unsigned long long rows, const double* by, double* out) {
    unsigned long long row = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
    if (row < rows) out[row] = x[row] * *by;
}

// In the order of the column.
extern "C" __global__ void total(const double* x, unsigned long long rows, double* out) {
    double sum = 0;
    for (unsigned long long row = 0; row < rows; ++row) sum += x[row];
    *out = sum;
}

// Grids and blocks of three dimensions: how many threads were at each place.
extern "C" __global__ void __launch_bounds__(32) places(const unsigned* scale, unsigned counts[60]) {
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    unsigned wide = gridDim.x * blockDim.x, high = gridDim.y * blockDim.y;
    atomicAdd(&counts[(z * high + y) * wide + x], *scale);
}

// A truth value that is none.
extern "C" __global__ void broken(const int* x, bool* out) { *reinterpret_cast<char*>(out) = char(*x); }
