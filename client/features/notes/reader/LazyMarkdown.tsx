import { useOpenInApp } from '#client/features/notes/reader/headingNavigation.ts'
import type { MarkdownProps } from '#client/markdown/Markdown.tsx'
import { markdownPart } from '#client/markdown/markdown.part.ts'
import { OpenInApp } from '#client/markdown/markdownContexts.ts'
import { type Failure, lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { failureProps } from '#client/ui/ErrorState.tsx'
import { SkeletonRows } from '#client/ui/ListStates.tsx'
import { Message } from '#client/ui/Message.tsx'

const Markdown = lazyComponent(markdownPart, SourceText)

/** Renders Markdown. The renderer loads with the first use. */
export function LazyMarkdown(props: MarkdownProps) {
  const openInApp = useOpenInApp()
  return (
    <OpenInApp value={openInApp}>
      <Markdown {...props} pending={<SkeletonRows rows={1} height={120} />} />
    </OpenInApp>
  )
}

/** The source text, if the renderer fails to load. */
function SourceText({ text, ...failure }: MarkdownProps & Failure) {
  const { retryLabel, busy, onRetry } = failureProps(failure)
  return (
    <>
      <Message>{t('notes.previewPlain')}</Message>
      <Button className="no-print" busy={busy} onClick={onRetry}>
        {retryLabel}
      </Button>
      <p className="source-text">{text}</p>
    </>
  )
}
