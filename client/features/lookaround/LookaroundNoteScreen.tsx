import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { paths } from '#client/paths.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { useNumberInAddress } from '#client/platform/router/pageInAddress.ts'
import { Redirect } from '#client/platform/router/Redirect.tsx'
import { FailedScreen } from '#client/ui/FailedScreen.tsx'
import { ScreenPending } from '#client/ui/ScreenPending.tsx'
import { sampleRooms } from './content/rooms.ts'
import { lookaroundAtom } from './lookaround.state.ts'
import { noteOf, roomOf } from './lookaround.views.ts'

/** The sample documents come with it. */
export const sampleNotePart = lazyModule(() =>
  import('./SampleNoteView.tsx').then(part => part.SampleNoteView),
)
const SampleNoteView = lazyComponent(sampleNotePart, FailedScreen)

/** The sample note in the address, else the one that was chosen last, in its room. */
export function LookaroundNoteScreen() {
  const noteNo = useNumberInAddress('no')
  const hubNo = useNumberInAddress('hub')
  const selected = useAtomValue(lookaroundAtom)
  const select = useSetAtom(lookaroundAtom)
  const note = noteOf(noteNo ?? selected.noteNo)
  const room =
    roomOf(hubNo ?? selected.hubNo) ??
    sampleRooms.find(({ noteNos }) => note && noteNos.includes(note.noteNo))
  const chosenNo = note?.noteNo
  const roomNo = room?.hubNo

  useEffect(() => {
    if (chosenNo !== undefined && roomNo !== undefined) select({ hubNo: roomNo, noteNo: chosenNo })
  }, [chosenNo, roomNo, select])

  if (note === undefined || room === undefined) return <Redirect to={paths.lookaroundDiscussion} />
  return (
    <SampleNoteView
      key={`${room.hubNo} ${note.noteNo}`}
      pending={<ScreenPending />}
      note={note}
      hubNo={room.hubNo}
    />
  )
}
