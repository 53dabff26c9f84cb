import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { highlightView } from './passages.presenter.ts'
import type { HighlightRecord } from './passages.record.ts'

export function publishHighlighted(
  { live }: Context,
  { hubNo, version }: HubRecord,
  highlight: HighlightRecord,
): void {
  const { noteNo } = highlight
  live.emitToHub(hubNo, 'passage:highlighted', {
    ...{ hubNo, version, noteNo },
    highlight: highlightView(highlight),
  })
}

export function publishUnhighlighted(
  { live }: Context,
  { hubNo, version }: HubRecord,
  { noteNo, highlightNo }: HighlightRecord,
): void {
  live.emitToHub(hubNo, 'passage:unhighlighted', { hubNo, version, noteNo, highlightNo })
}
