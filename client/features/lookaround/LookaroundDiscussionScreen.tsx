import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { paths } from '#client/paths.ts'
import { useNumberInAddress } from '#client/platform/router/pageInAddress.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { sampleRooms } from './content/rooms.ts'
import { lookaroundAtom } from './lookaround.state.ts'
import { roomOf } from './lookaround.views.ts'
import { SampleRoomDiscussion } from './SampleRoomDiscussion.tsx'

/** The sample room in the address, else the one that was chosen last, else the first. */
export function LookaroundDiscussionScreen() {
  const hubNo = useNumberInAddress('hub')
  const [selected, select] = useAtom(lookaroundAtom)
  const room = roomOf(hubNo)
  const roomNo = room?.hubNo

  useEffect(() => {
    if (roomNo !== undefined) select({ hubNo: roomNo, noteNo: null })
  }, [roomNo, select])

  if (room !== undefined) return <SampleRoomDiscussion room={room} />
  const instead = roomOf(selected.hubNo) ?? sampleRooms[0]
  return <Redirect to={instead ? paths.lookaroundRoom(instead.hubNo) : paths.home} />
}
