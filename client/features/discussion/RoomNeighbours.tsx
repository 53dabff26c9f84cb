import { NeighbourLinks } from '#client/features/notes/neighbours/NeighbourLinks.tsx'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import type { Neighbour } from './room.neighbours.ts'
import { useMembership } from './useMembership.ts'
import { useRoomNeighbours } from './useRoomNeighbours.ts'

/** The ways on to what was shared in a room before this note and after it. */
export function RoomNeighbours({ hubNo, noteNo }: { hubNo: number; noteNo: number }) {
  const isMember = useMembership(hubNo)
  const { before, after } = useRoomNeighbours(hubNo, noteNo)
  if (!isMember) return null
  const linkTo = ({ articleTitle, noteNo }: Neighbour) => ({
    title: articleTitle,
    address: paths.noteInHub(noteNo, hubNo),
  })
  return (
    <NeighbourLinks
      label={t('discussion.neighbours')}
      before={before && linkTo(before)}
      after={after && linkTo(after)}
    />
  )
}
