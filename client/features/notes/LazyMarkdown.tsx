import { lazy, Suspense } from 'react'
import { t } from '#client/platform/language.ts'
import { Message } from '#client/ui/Message.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'

const Markdown = lazy(() =>
  import('#client/platform/markdown/Markdown.tsx').then(
    ({ Markdown }) => ({ default: Markdown }),
    // Thrown, the failure would take the editor and what is written in it off the screen.
    () => ({ default: AsWritten }),
  ),
)

/** A rendered text; its renderer is loaded with the first one. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<SkeletonRows rows={1} height={120} />}>
      <Markdown text={text} />
    </Suspense>
  )
}

function AsWritten({ text }: { text: string }) {
  return (
    <>
      <Message>{t('notes.previewPlain')}</Message>
      <p className="as-written">{text}</p>
    </>
  )
}
