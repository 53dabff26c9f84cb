import type { RenderRequest, RenderResult } from '#client/markdown/rendered.ts'

/** Serves a render function in a worker. Posts `ready` once, then one result per request, in order. */
export function serveRequests<Job>(render: (job: Job, maxSize: number) => RenderResult): void {
  addEventListener('message', ({ data }: MessageEvent<RenderRequest<Job>>) => {
    postMessage(render(data.job, data.maxSize))
  })
  postMessage('ready')
}
