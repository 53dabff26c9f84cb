import { useOpenInApp } from '#client/features/notes/outline/useOpenInApp.ts'
import type { MarkdownProps } from '#client/markdown/Markdown.tsx'
import { markdownPart } from '#client/markdown/markdown.part.ts'
import { OpenInApp } from '#client/markdown/markdown.place.ts'
import { useLazyPart } from '#client/platform/browser/useLazyPart.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'

/** A rendered text; its renderer is loaded with the first one. */
export function LazyMarkdown(props: MarkdownProps) {
  const { part: Markdown, failure } = useLazyPart(markdownPart)
  const openInApp = useOpenInApp()
  if (Markdown)
    return (
      <OpenInApp value={openInApp}>
        <Markdown {...props} />
      </OpenInApp>
    )
  // Thrown, the failure would take the editor and what is written in it off the screen.
  return failure === undefined ? <SkeletonRows rows={1} height={120} /> : <AsWritten text={props.text} />
}

/** Until the renderer can be had: it is asked for again when the network is back, or at the reader's wish. */
function AsWritten({ text }: { text: string }) {
  return (
    <>
      <Message>{t('notes.previewPlain')}</Message>
      <Button className="no-print" onClick={loadAgain}>
        {t('common.retry')}
      </Button>
      <p className="as-written">{text}</p>
    </>
  )
}

function loadAgain(): void {
  markdownPart.load().catch(() => undefined)
}
