import { useAtomValue } from 'jotai'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { AvatarGroup } from '#client/ui/AvatarGroup.tsx'
import { UnreadBadge } from '#client/ui/Badge.tsx'
import { sampleRooms } from './content/rooms.ts'
import { facesOf, nameOf } from './lookaround.rooms.ts'
import { unreadOf } from './lookaround.unread.ts'
import { minuteAtom, seenAtom } from './useMinute.ts'

/** The sample rooms, each with its unread number: what happens in another room is seen here. */
export function RoomTabs({ current }: { current: number }) {
  const minute = useAtomValue(minuteAtom)
  const seen = useAtomValue(seenAtom)
  return (
    <nav className="room-tabs" aria-label={t('lookaround.rooms')}>
      {sampleRooms.map(room => (
        <Link
          key={room.hubNo}
          className="room-tabs__room"
          to={paths.lookaroundRoom(room.hubNo)}
          aria-current={room.hubNo === current ? 'page' : undefined}
        >
          <AvatarGroup people={facesOf(room)} />
          <span className="room-tabs__name">{nameOf(room)}</span>
          <UnreadBadge count={unreadOf(minute, seen, room.hubNo)} />
        </Link>
      ))}
    </nav>
  )
}
