import { useOpenInApp } from '#client/features/notes/outline/useOpenInApp.ts'
import type { MarkdownProps } from '#client/markdown/Markdown.tsx'
import { markdownPart } from '#client/markdown/markdown.part.ts'
import { OpenInApp } from '#client/markdown/markdown.place.ts'
import type { Failure } from '#client/platform/browser/ErrorBoundary.tsx'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { retryOf } from '#client/ui/failure.text.ts'
import { Message } from '#client/ui/Message.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'

const Rendered = lazyComponent(markdownPart, AsWritten)

/** A rendered text; its renderer is loaded with the first one. */
export function LazyMarkdown(props: MarkdownProps) {
  const openInApp = useOpenInApp()
  return (
    <OpenInApp value={openInApp}>
      <Rendered {...props} pending={<SkeletonRows rows={1} height={120} />} />
    </OpenInApp>
  )
}

/** The source text, where it can't be rendered. */
function AsWritten({ text, ...failure }: MarkdownProps & Failure) {
  const { retryLabel, busy, onRetry } = retryOf(failure)
  return (
    <>
      <Message>{t('notes.previewPlain')}</Message>
      <Button className="no-print" busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
      <p className="as-written">{text}</p>
    </>
  )
}
