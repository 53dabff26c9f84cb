import { type ComponentProps, use, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/Button.tsx'
import { IsInsideInteractive } from './markdownContexts.ts'
import { insertRendered } from './rendered.elements.ts'
import type { Rendered } from './rendered.ts'
import type { Renderer, RenderOutcome } from './renderer.ts'
import './retry.css'

type State<Job> = { job: Job; isExtended: boolean; outcome: RenderOutcome }

/**
 * Renders a formula or code block. Memoize `job`: a new object is a new job. While a job is busy, `outcome` is that of the
 * previous job, so that the page does not flicker during editing. `retry` renders again with the extended budget, and
 * `isExtended` says that `outcome` used it.
 */
export function useRendered<Job>(renderer: Renderer<Job>, job: Job) {
  const [state, setState] = useState<State<Job> | null>(null)
  const [retriedJob, setRetriedJob] = useState<Job | null>(null)
  const isExtended = retriedJob === job

  useLayoutEffect(
    () =>
      renderer.render(job, isExtended ? 'extended' : 'default', outcome =>
        setState({ job, isExtended, outcome }),
      ),
    [renderer, job, isExtended],
  )
  return {
    outcome: state?.outcome ?? null,
    isExtended: state?.isExtended ?? false,
    isBusy: state?.job !== job || state.isExtended !== isExtended,
    retry: () => setRetriedJob(job),
  }
}

type RenderedNodesProps = Omit<ComponentProps<'span'>, 'ref' | 'children'> & { rendered: Rendered }

/** React does not touch the content of the span, because it has no children. */
export function RenderedNodes({ rendered, ...props }: RenderedNodesProps) {
  const ref = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (ref.current) insertRendered(ref.current, rendered)
  }, [rendered])
  return <span translate="no" {...props} ref={ref} />
}

interface RetryRenderProps {
  label: string
  /** Null while the source may still render with the extended budget. */
  failure: string | null
  busy: boolean
  onRetry: () => void
}

/** A button that renders again with the extended budget, or a message after that has failed. */
export function RetryRender({ label, failure, busy, onRetry }: RetryRenderProps) {
  if (use(IsInsideInteractive)) return null
  return (
    <span className="md-retry no-print">
      {failure === null && (
        <Button kind="quiet" className="md-retry__button" busy={busy} onClick={onRetry}>
          {label}
        </Button>
      )}
      <span role="status">{failure}</span>
    </span>
  )
}
