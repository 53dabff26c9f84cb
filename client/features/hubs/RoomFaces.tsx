import { AvatarGroup } from '#client/ui/AvatarGroup.tsx'
import type { HubView } from '#protocol/hubs.ts'
import { peopleOf } from './hubs.members.ts'
import './roomFaces.css'

/** Who is in a room, wherever rooms are listed: as wide for one as for many, so that the names stand below each other. */
export function RoomFaces({ hub }: { hub: HubView }) {
  return (
    <span className="room-faces">
      <AvatarGroup people={peopleOf(hub)} />
    </span>
  )
}
