import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { NotFoundScreen } from '#client/features/home/NotFoundScreen.tsx'
import { markdownPart } from '#client/markdown/markdown.part.ts'
import { paths } from '#client/paths.ts'
import { lazyComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { whenIdle } from '#client/platform/browser/timers.ts'
import { t } from '#client/platform/language/language.ts'
import { Redirect, useNumberParameter } from '#client/platform/router/navigation.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { FailedScreen } from '#client/ui/ErrorState.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ScreenPending } from '#client/ui/Spinner.tsx'
import { screenOf } from '#protocol/screens.ts'
import { MY_PICTURE, sampleMe, sampleMeDescription, sampleRooms } from './content/rooms.ts'
import { SAMPLE_LANGUAGE } from './content/types.ts'
import { lookaroundAtom } from './lookaround.state.ts'
import { noteOf, roomOf } from './lookaround.views.ts'
import { SampleRoomDiscussion } from './SampleRoomDiscussion.tsx'
import { useMinuteRunning } from './useMinute.ts'
import './lookaround.css'

const screens = {
  '/lookaround/discussion': LookaroundDiscussionScreen,
  '/lookaround/note': LookaroundNoteScreen,
  '/lookaround/myinfo': LookaroundMyInfoScreen,
  '/lookaround/createnote': LookaroundCreateNoteScreen,
}

/** Loads a note together with the screen, so that a prerendered note is hydrated as a whole. The server loads it in any case. */
export async function loadLookaround(): Promise<typeof Lookaround> {
  const isNote =
    typeof location === 'undefined' || screenOf(location.pathname, screens) === LookaroundNoteScreen
  if (isNote) await Promise.all([sampleNotePart.load(), markdownPart.load()])
  return Lookaround
}

/** The demo for visitors. All content is in the client; it sends no requests. */
function Lookaround() {
  const { pathname } = useLocation()
  useMinuteRunning()

  usePrefetching()

  const Screen = screenOf(pathname, screens) ?? NotFoundScreen
  return <Screen />
}

const FIRST_ACTIONS = ['pointermove', 'pointerdown', 'keydown', 'scroll']

/** Loads the next screens once the visitor does something. A faster visitor loads them on navigation. */
function usePrefetching(): void {
  useEffect(() => {
    const waiting = new AbortController()
    const prefetch = () => {
      waiting.abort()
      whenIdle(() => {
        for (const part of [sampleNotePart, markdownPart, sampleEditorPart])
          part.load().catch(() => undefined)
      })
    }
    for (const name of FIRST_ACTIONS)
      window.addEventListener(name, prefetch, { passive: true, signal: waiting.signal })
    return () => waiting.abort()
  }, [])
}

/** Readers do not need the editor. */
const sampleEditorPart = lazyModule(() =>
  import('./writing/SampleEditor.tsx').then(part => part.SampleEditor),
)
const SampleEditor = lazyComponent(sampleEditorPart, FailedScreen)

function LookaroundCreateNoteScreen() {
  return <SampleEditor pending={<ScreenPending />} />
}

/** The sample room from the URL, else the last one, else the first. */
function LookaroundDiscussionScreen() {
  const hubNo = useNumberParameter('hub')
  const [selection, setSelection] = useAtom(lookaroundAtom)
  const room = roomOf(hubNo) ?? roomOf(selection.hubNo) ?? sampleRooms[0]
  const roomNo = room?.hubNo

  useEffect(() => {
    if (roomNo !== undefined) setSelection({ hubNo: roomNo, noteNo: null })
  }, [roomNo, setSelection])

  return room && <SampleRoomDiscussion room={room} />
}

/** The chunk includes the sample documents. */
const sampleNotePart = lazyModule(() => import('./SampleNoteView.tsx').then(part => part.SampleNoteView))
const SampleNoteView = lazyComponent(sampleNotePart, FailedScreen)

/** The sample note from the URL, else the last one, in its room. */
function LookaroundNoteScreen() {
  const noteNo = useNumberParameter('no')
  const hubNo = useNumberParameter('hub')
  const selection = useAtomValue(lookaroundAtom)
  const setSelection = useSetAtom(lookaroundAtom)
  const note = noteOf(noteNo ?? selection.noteNo)
  const room =
    roomOf(hubNo ?? selection.hubNo) ??
    sampleRooms.find(({ noteNos }) => note && noteNos.includes(note.noteNo))
  const chosenNo = note?.noteNo
  const roomNo = room?.hubNo

  useEffect(() => {
    if (chosenNo !== undefined && roomNo !== undefined) setSelection({ hubNo: roomNo, noteNo: chosenNo })
  }, [chosenNo, roomNo, setSelection])

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

/** The sample profile of the visitor. */
function LookaroundMyInfoScreen() {
  return (
    <div className="sample-me">
      <ScreenTitle title={t('myInfo.title')} />
      <Card className="sample-me__card">
        <Avatar className="sample-me__picture" person={{ ...sampleMe, picture: MY_PICTURE }} />
        <div className="sample-me__text">
          <h2 className="sample-me__name">
            <span lang={SAMPLE_LANGUAGE}>{sampleMe.name}</span> <MeBadge />
          </h2>
          <p className="sample-me__description" lang={SAMPLE_LANGUAGE}>
            {sampleMeDescription}
          </p>
        </div>
      </Card>
      <div className="sample-me__actions">
        <ButtonLink to={paths.home}>{t('lookaround.goBack')}</ButtonLink>
        <ButtonLink kind="primary" to={paths.lookaroundCreateNote}>
          {t('notes.write')}
        </ButtonLink>
      </div>
    </div>
  )
}
