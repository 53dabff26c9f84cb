import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import type { NoteItemView } from '#protocol/notes.ts'
import { NeighbourLinks } from './NeighbourLinks.tsx'
import { useNeighbours } from './useNeighbours.ts'

interface NeighbourNotesProps {
  noteNo: number
  topicNo: number
}

/** The ways on to the notes above and below this one in its topic's list. */
export function NeighbourNotes({ noteNo, topicNo }: NeighbourNotesProps) {
  const { before, after } = useNeighbours(noteNo, topicNo) ?? {}
  return (
    <NeighbourLinks
      label={t('notes.neighbours')}
      before={before && linkTo(before)}
      after={after && linkTo(after)}
    />
  )
}

const linkTo = ({ title, noteNo }: NoteItemView) => ({ title, address: paths.note(noteNo) })
