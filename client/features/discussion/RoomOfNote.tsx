import { useAtomValue } from 'jotai'
import { roomName } from '#client/features/hubs/hubs.members.ts'
import { paths } from '#client/paths.ts'
import { isNotFound } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { authAtom } from '#client/session/session.ts'
import { useHubMembers } from './hubMembers.live.ts'
import { useMembership } from './useMembership.ts'
import './roomOfNote.css'

/** Above a note that is read in a room: which room that is, and the way there, unless one is in it no longer. */
export function RoomOfNote({ hubNo }: { hubNo: number }) {
  const { userNo } = useAtomValue(authAtom)
  const isMember = useMembership(hubNo)
  const { data, error } = useHubMembers(hubNo)
  if (!isMember || isNotFound(error)) return null
  return (
    <p className="room-of-note no-print">
      <Link to={paths.discussion(hubNo)}>
        {data ? t('discussion.noteOfRoom', { room: roomName(data, userNo) }) : t('discussion.title')}
      </Link>
    </p>
  )
}
