import { createRenderer, type RenderResult, type RenderWorker } from '#client/markdown/renderer.ts'
import { withTimeLimit } from '#client/platform/browser/timers.ts'
import { DIAGRAM_PAGE } from '#protocol/markdown/fence.rules.ts'

export type DiagramJob = { source: string; isDark: boolean }
/** `picture` is an SVG document, which may only be shown as an image: there it runs and loads nothing. Sizes are in pixels. */
type Diagram = {
  status: 'rendered'
  picture: string
  width: number
  height: number
  title: string
  size: number
}
export type DiagramResult = RenderResult<Diagram>

/** Larger than those of formulas, because the first diagram of a kind is slow. */
const DIAGRAM_BUDGETS = {
  default: { ms: 2_000, maxSize: 2_500 },
  extended: { ms: 6_000, maxSize: 5_000 },
}

/** In milliseconds; the page of half a megabyte may have to be fetched over a slow connection. */
const READY_TIMEOUT_MS = 30_000

/** Between the end of loading and the first message, in milliseconds. */
const LOADED_GRACE_MS = 2_000

/** Loads Mermaid with the first diagram. */
export const diagramRenderer = createRenderer<DiagramJob, Diagram>(openFrame, DIAGRAM_BUDGETS)

/**
 * Opens the page that renders diagrams in a sandboxed frame, and returns it as a worker. Mermaid measures text, which needs a
 * document. The frame has no origin: it can read neither the page nor its storage, and its content security policy allows no
 * network. Removing it ends it.
 */
async function openFrame(): Promise<RenderWorker> {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.className = 'md-diagram-frame'
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.src = DIAGRAM_PAGE
  const worker: RenderWorker = {
    onmessage: null,
    onerror: null,
    postMessage: request => frame.contentWindow?.postMessage(request, '*'),
    terminate() {
      window.removeEventListener('message', receive)
      frame.remove()
    },
  }
  function receive({ source, data }: MessageEvent): void {
    if (source === frame.contentWindow)
      worker.onmessage?.(new MessageEvent('message', { data: readResult(data) }))
  }
  window.addEventListener('message', receive)
  try {
    await withTimeLimit(
      () =>
        new Promise((resolve, reject) => {
          worker.onmessage = resolve
          // A page that was not found loads as well, but its script does not run.
          frame.onload = () => setTimeout(reject, LOADED_GRACE_MS)
          document.body.append(frame)
        }),
      READY_TIMEOUT_MS,
    )
    return worker
  } catch (error) {
    worker.terminate()
    throw error
  }
}

/** A frame in which a diagram has taken control may answer anything. */
function readResult(data: unknown): DiagramResult {
  const { status, picture, width, height, title, size } = Object(data) as Record<string, unknown>
  if (status !== 'rendered') return { status: status === 'overBudget' ? 'overBudget' : 'invalid' }
  const isValid =
    typeof picture === 'string' &&
    typeof title === 'string' &&
    [width, height, size].every(number => Number.isFinite(number) && Number(number) > 0)
  if (!isValid) return { status: 'invalid' }
  const numbers = { width: Number(width), height: Number(height), size: Number(size) }
  // Mermaid may cut an emoji in two where it wraps a text, and a URL cannot contain half of one.
  return { status, picture: picture.toWellFormed(), title, ...numbers }
}
