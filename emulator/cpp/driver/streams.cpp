// Streams and events. An event is complete when the stream has come to where it was recorded.
#include <chrono>

#include "../random.hpp"
#include "../settings.hpp"
#include "state.hpp"

using namespace emu;

ENTRY(cuStreamCreate, void** stream, unsigned) {
    CALL(context);
    auto* made = new Stream;
    state.streams.insert(made);
    *stream = made;
    return CUDA_SUCCESS;
}
ENTRY(cuStreamCreateWithPriority, void** stream, unsigned flags, int) { return cuStreamCreate(stream, flags); }

ENTRY(cuStreamDestroy_v2, void* stream) {
    CALL(context);
    Stream* mine = stream_of(stream);
    if (!mine || mine == &state.legacy) return CUDA_ERROR_INVALID_HANDLE;
    // What was submitted is still done.
    run_all(*mine);
    for (Event* event : state.events)
        if (event->stream == mine) event->stream = &state.legacy, event->position = 0;
    state.streams.erase(mine);
    delete mine;
    return CUDA_SUCCESS;
}

ENTRY(cuStreamSynchronize, void* stream) {
    CALL(context);
    Stream* mine = stream_of(stream);
    if (!mine) return CUDA_ERROR_INVALID_HANDLE;
    run_all(*mine);
    return state.sticky;
}

// Asking goes on with the work, so that who asks until it is done comes to an end.
static CUresult ask(Stream& stream, u64 position) {
    if (stream.done >= position) return state.sticky;
    run_until(stream, stream.done + 1);
    return state.sticky != CUDA_SUCCESS ? state.sticky : CUDA_ERROR_NOT_READY;
}

ENTRY(cuStreamQuery, void* stream) {
    CALL(context);
    Stream* mine = stream_of(stream);
    return mine ? ask(*mine, mine->submitted) : CUDA_ERROR_INVALID_HANDLE;
}

ENTRY(cuStreamIsCapturing, void* stream, int* capturing) {
    CALL(context);
    *capturing = 0;
    return stream_of(stream) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

static Event* event_of(void* handle) {
    auto* event = static_cast<Event*>(handle);
    return state.events.count(event) ? event : nullptr;
}

ENTRY(cuEventCreate, void** event, unsigned flags) {
    CALL(context);
    const unsigned without_time = 2;
    auto* made = new Event{!(flags & without_time), nullptr, 0, nullptr};
    state.events.insert(made);
    *event = made;
    return CUDA_SUCCESS;
}

ENTRY(cuEventDestroy_v2, void* event) {
    CALL(context);
    Event* mine = event_of(event);
    if (!mine) return CUDA_ERROR_INVALID_HANDLE;
    state.events.erase(mine);
    delete mine;
    return CUDA_SUCCESS;
}

ENTRY(cuEventRecord, void* event, void* stream) {
    CALL(context);
    Event* mine = event_of(event);
    Stream* in = stream_of(stream);
    if (!mine || !in) return CUDA_ERROR_INVALID_HANDLE;
    auto time = std::make_shared<double>(0);
    mine->milliseconds = time;
    mine->stream = in;
    mine->position = in->submitted + 1;
    submit(*in, [time] {
        std::chrono::duration<double, std::milli> since = std::chrono::steady_clock::now().time_since_epoch();
        *time = since.count();
    });
    return CUDA_SUCCESS;
}

ENTRY(cuStreamWaitEvent, void* stream, void* event, unsigned) {
    CALL(context);
    Event* mine = event_of(event);
    Stream* in = stream_of(stream);
    if (!mine || !in) return CUDA_ERROR_INVALID_HANDLE;
    // One that was never recorded is complete. A later record of the event changes nothing.
    if (Stream* other = mine->stream; other && other != in)
        submit(*in, [other, position = mine->position] {
            if (other == &state.legacy || state.streams.count(other)) run_until(*other, position);
        });
    return CUDA_SUCCESS;
}

ENTRY(cuEventQuery, void* event) {
    CALL(context);
    Event* mine = event_of(event);
    if (!mine) return CUDA_ERROR_INVALID_HANDLE;
    return mine->stream ? ask(*mine->stream, mine->position) : CUDA_SUCCESS;
}

ENTRY(cuEventSynchronize, void* event) {
    CALL(context);
    Event* mine = event_of(event);
    if (!mine) return CUDA_ERROR_INVALID_HANDLE;
    if (mine->stream) run_until(*mine->stream, mine->position);
    return state.sticky;
}

ENTRY(cuEventElapsedTime_v2, float* milliseconds, void* start, void* end) {
    CALL(context);
    Event *from = event_of(start), *to = event_of(end);
    if (!from || !to || !from->timed || !to->timed || !from->stream || !to->stream) return CUDA_ERROR_INVALID_HANDLE;
    if (from->stream->done < from->position || to->stream->done < to->position) return CUDA_ERROR_NOT_READY;
    *milliseconds = float(*to->milliseconds - *from->milliseconds);
    return CUDA_SUCCESS;
}
ENTRY(cuEventElapsedTime, float* milliseconds, void* start, void* end) { return cuEventElapsedTime_v2(milliseconds, start, end); }
