import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { loadPatiently } from '#client/platform/browser/lazyPart.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { SkeletonRows } from '#client/ui/SkeletonRows.tsx'

interface TextProps {
  text: string
  /** Whether its writer sees it while writing. */
  isOwnText?: boolean
}

function loadRenderer() {
  return lazy(() =>
    loadPatiently(() => import('#client/markdown/Markdown.tsx')).then(
      ({ Markdown }): { default: ComponentType<TextProps> } => ({ default: Markdown }),
      // Thrown, the failure would take the editor and what is written in it off the screen.
      () => ({ default: AsWritten }),
    ),
  )
}

/** One for all texts: a part that could not be loaded stays what it is, so another attempt takes its place. */
const rendererAtom = atom(loadRenderer())

/** A rendered text; its renderer is loaded with the first one. */
export function LazyMarkdown(props: TextProps) {
  const Markdown = useAtomValue(rendererAtom)
  return (
    <Suspense fallback={<SkeletonRows rows={1} height={120} />}>
      <Markdown {...props} />
    </Suspense>
  )
}

/** Until the renderer can be had: it is asked for again when the network is back, or at the reader's wish. */
function AsWritten({ text }: TextProps) {
  const setRenderer = useSetAtom(rendererAtom)

  useEffect(() => {
    const retry = () => setRenderer(loadRenderer())
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [setRenderer])

  return (
    <>
      <Message>{t('notes.previewPlain')}</Message>
      <Button className="no-print" onClick={() => setRenderer(loadRenderer())}>
        {t('common.retry')}
      </Button>
      <p className="as-written">{text}</p>
    </>
  )
}
