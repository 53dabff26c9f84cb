import { createContext, use } from 'react'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'

/** Whether the note is previewed next to its list, whose title is the heading of the screen. */
export const PreviewContext = createContext(false)

/** The title of a note: the heading of the screen, or in a preview a heading below it. */
export function NoteTitle({ title, hidden = false }: { title: string; hidden?: boolean }) {
  const isPreview = use(PreviewContext)
  if (!isPreview) return <ScreenTitle title={title} hidden={hidden} />
  return (
    <h2 className={hidden ? 'visually-hidden' : 'screen-title'} dir="auto">
      {title}
    </h2>
  )
}
