"""What ci/ptx.sh does once the compilers are there: ptx.py [--bless] KERNELS COMPILERS."""

import ctypes
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

# The oldest architecture that has all that the kernels ask for; a driver makes code for newer ones of it.
PTX_FOR = "compute_80"
# As in runtime/src/cuda/nvrtc.rs, a test of which looks for them here. No contraction: numbers are the CPU's, bit for bit.
OPTIONS = ["--std=c++17", "--fmad=false"]
ARCHITECTURES = ["sm_80", "sm_90", "sm_100"]

# Is there to be found: it needs more registers than its threads may have.
SPILLS = """
extern "C" __global__ void __launch_bounds__(1024) spills(unsigned* data) {
    unsigned held[128];
    #pragma unroll
    for (int i = 0; i < 128; i++) held[i] = data[i * 1024];
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < 128; i++) data[i * 1024] = held[127 - i] * held[(i * 37) & 127];
}
"""

# Kernels of books, as runtime/src/cuda/compiled.rs has them made, and what a function may have on the stack at most, so that the bound
# in runtime/src/cuda/source.rs holds. Registers that a function keeps for its caller are spills to ptxas.
BOOKS = "books"
BOOK_OPTIONS = ["--maxrregcount=128"]
FRAME = 256

# What is said when there are spills.
ROOM = (
    "ptxas may spill so that 16 blocks of 128 threads have room at once: `__launch_bounds__(threads, blocks)` says how many "
    "blocks are enough"
)


class Failed(Exception):
    """A kernel that does not compile."""


class Nvrtc:
    def __init__(self, folder):
        # By its path: NVRTC itself looks for it in the system's folders only.
        for builtins in folder.glob("libnvrtc-builtins.so.*"):
            ctypes.CDLL(str(builtins), mode=ctypes.RTLD_GLOBAL)
        (library,) = folder.glob("libnvrtc.so.*")
        self.library = ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)
        self.library.nvrtcGetErrorString.restype = ctypes.c_char_p

    def call(self, name, *arguments):
        code = getattr(self.library, name)(*arguments)
        return code and self.library.nvrtcGetErrorString(code).decode()

    def text(self, what, program):
        size = ctypes.c_size_t()
        self.call(f"nvrtcGet{what}Size", program, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        self.call(f"nvrtcGet{what}", program, text)
        return text.value.decode()

    def ptx(self, name, source, include):
        program = ctypes.c_void_p()
        wrong = self.call("nvrtcCreateProgram", ctypes.byref(program), source.encode(), name.encode(), 0, None, None)
        if wrong:
            raise Failed(f"{name}: {wrong}")
        try:
            options = [f"--gpu-architecture={PTX_FOR}", f"--include-path={include}", *OPTIONS]
            texts = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
            wrong = self.call("nvrtcCompileProgram", program, len(options), texts)
            log = self.text("ProgramLog", program).strip()
            if wrong:
                raise Failed(f"{name}: {wrong}\n{log}")
            if log:
                print(log, file=sys.stderr)
            return self.text("PTX", program)
        finally:
            self.call("nvrtcDestroyProgram", ctypes.byref(program))


def assemble(ptxas, ptx, architecture, *options):
    """What ptxas tells of each kernel, and of each function that is called rather than inlined."""
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as file:
        file.write(ptx)
        file.flush()
        command = [ptxas, "--verbose", f"--gpu-name={architecture}", *options, file.name, "--output-file=/dev/null"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    told = done.stdout + done.stderr
    if done.returncode:
        raise Failed(f"ptxas for {architecture}:\n{told.strip()}")
    functions = {}
    function = entry = None
    for line in told.splitlines():
        if found := re.search(r"Compiling entry function '([^']+)'", line):
            entry = found[1]
        elif found := re.search(r"Function properties for (\S+)", line):
            function = functions.setdefault(found[1], {})
        elif found := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            function["stack"], function["stores"], function["loads"] = map(int, found.groups())
        elif found := re.search(r"Used (\d+) registers", line):
            shared = re.search(r"(\d+) bytes smem", line)
            functions[entry].update(registers=int(found[1]), shared=int(shared[1]) if shared else 0)
    entries = re.findall(r"^\s*(?:\.visible\s+)?\.entry\s+(\w+)", ptx, re.MULTILINE)
    for name in {*entries, *functions}:
        wanted = {"stack", "stores", "loads"} | ({"registers"} if name in entries else set())
        if not wanted <= functions.get(name, {}).keys():
            raise Failed(f"ptxas tells nothing that ci/ptx.py understands of {name} on {architecture}:\n{told.strip()}")
    return functions


def short(name):
    """A function that is called has a mangled name, after one that its file makes up: `_ZN33_INTERNAL_…4takePy` is `take()`."""
    if file := re.match(r"_ZN(\d+)(?=_INTERNAL_)", name):
        rest = name[file.end() + int(file[1]) :]
        if length := re.match(r"\d+", rest):
            return rest[length.end() : length.end() + int(length[0])] + "()"
    return name


def difference(kept, made):
    """How much is different, and where that begins."""
    kept, made = kept.splitlines(), made.splitlines()
    gone, new = Counter(kept) - Counter(made), Counter(made) - Counter(kept)
    same = next((i for i, (a, b) in enumerate(zip(kept, made)) if a != b), min(len(kept), len(made)))
    lines = [f"  {sum(gone.values())} lines are gone, {sum(new.values())} are new; the first difference is in line {same + 1}:"]
    lines += [f"    {line}" for line in kept[max(same - 2, 0) : same]]
    lines += [f"  - {line}" for line in kept[same : same + 3]]
    lines += [f"  + {line}" for line in made[same : same + 3]]
    return "\n".join(lines)


def read_limits(file):
    """limits.txt: a kernel and how many registers it may take, a line each."""
    limits = {}
    for number, line in enumerate(file.read_text().splitlines() if file.exists() else [], 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 2 or not words[1].isdigit() or words[0] in limits:
            raise Failed(f"{file}:{number}: expected a kernel, once, and its registers; found `{line.strip()}`")
        limits[words[0]] = int(words[1])
    return limits


def wrong_with(told, limit):
    """Why a function is refused. What has no limit is called by kernels, or has no line in limits.txt yet."""
    reasons = []
    if told["stores"] or told["loads"]:
        reasons.append("SPILLS")
    if limit is not None and told["registers"] > limit:
        reasons.append(f"MORE THAN {limit} REGISTERS")
    return ", ".join(reasons)


def main():
    bless = sys.argv[1] == "--bless"
    kernels, compilers = map(Path, sys.argv[-2:])
    nvrtc = Nvrtc(compilers / "nvidia/cu13/lib")
    ptxas = compilers / "nvidia/cu13/bin/ptxas"
    problems = []

    bad = assemble(ptxas, nvrtc.ptx("spills.cu", SPILLS, kernels), ARCHITECTURES[0])["spills"]
    if wrong_with(bad, 16) != "SPILLS, MORE THAN 16 REGISTERS":
        problems.append(f"the kernel of ci/ptx.py that spills does, and takes many registers, but that was not found: {bad}")

    sources = sorted(kernels.glob("*.cu"))
    if not sources:
        problems.append(f"{kernels} has no *.cu")
    for stale in sorted(set(kernels.glob("*.ptx")) - {source.with_suffix(".ptx") for source in sources}):
        problems.append(f"{stale} has no *.cu")

    limits = read_limits(kernels / "limits.txt")
    seen = set()
    spilled = False
    print(f"{'kernel':<32} {'for':<7} {'registers':>9} {'at most':>7} {'spills':>6} {'shared':>6} {'stack':>6}")
    for source in sources:
        made = nvrtc.ptx(source.name, source.read_text(), kernels)
        file = source.with_suffix(".ptx")
        kept = file.read_text() if file.exists() else None
        if bless and kept != made:
            file.write_text(made)
            print(f"ci/ptx.sh: {file} is written", file=sys.stderr)
        elif kept is None:
            problems.append(f"{file} is not there: `ci/ptx.sh --bless`")
        elif kept != made:
            problems.append(f"{file} is not what {source} is compiled to: `ci/ptx.sh --bless`\n{difference(kept, made)}")
        for architecture in ARCHITECTURES:
            for name, told in sorted(assemble(ptxas, made, architecture).items()):
                limit = None
                if "registers" in told:
                    seen.add(name)
                    limit = limits.get(name)
                wrong = wrong_with(told, limit)
                spilled |= "SPILLS" in wrong
                if wrong:
                    problems.append(f"{source.name}: {short(name)} on {architecture}: {wrong}")
                print(
                    f"{short(name):<32} {architecture:<7} {told.get('registers', ''):>9} {limit or '':>7} "
                    f"{told['stores'] + told['loads']:>6} {told.get('shared', ''):>6} {told['stack']:>6}  {wrong}".rstrip()
                )
    for source in sorted((kernels / BOOKS).glob("*.cu")):
        made = nvrtc.ptx(source.name, source.read_text(), kernels)
        for architecture in ARCHITECTURES:
            functions = assemble(ptxas, made, architecture, *BOOK_OPTIONS)
            frame = max(told["stack"] for told in functions.values() if "registers" not in told)
            told = functions["reduce"]
            print(f"{BOOKS + '/' + source.name:<32} {architecture:<7} {told['registers']:>9} {'':>7} {'':>6} {'':>6} {frame:>6}")
            if frame > FRAME:
                problems.append(f"{source.name}: a function has {frame} bytes on the stack on {architecture}, and may have {FRAME}")
    if spilled:
        problems.append(ROOM)
    for name in sorted(seen - limits.keys()):
        problems.append(f"{kernels / 'limits.txt'} has no line for {name}: write `{name} REGISTERS`")
    for name in sorted(limits.keys() - seen):
        problems.append(f"{kernels / 'limits.txt'} has a line for {name}, which is no kernel")
    return problems


try:
    problems = main()
except Failed as failed:
    problems = [str(failed)]
for problem in problems:
    print(f"ci/ptx.sh: {problem}", file=sys.stderr)
sys.exit(1 if problems else 0)
