import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { NotFoundScreen } from '#client/features/home/NotFoundScreen.tsx'
import { markdownPart } from '#client/markdown/markdown.part.ts'
import { whenIdle } from '#client/platform/browser/idle.ts'
import { screenOf } from '#protocol/screens.ts'
import { LookaroundCreateNoteScreen, sampleEditorPart } from './LookaroundCreateNoteScreen.tsx'
import { LookaroundDiscussionScreen } from './LookaroundDiscussionScreen.tsx'
import { LookaroundMyInfoScreen } from './LookaroundMyInfoScreen.tsx'
import { LookaroundNoteScreen, sampleNotePart } from './LookaroundNoteScreen.tsx'
import { useMinuteRunning } from './useMinute.ts'
import './lookaround.css'

/** By their routes. */
const screens = {
  '/lookaround/discussion': LookaroundDiscussionScreen,
  '/lookaround/note': LookaroundNoteScreen,
  '/lookaround/myinfo': LookaroundMyInfoScreen,
  '/lookaround/createnote': LookaroundCreateNoteScreen,
}

/** What visitors may look around in: all of it is in the client, and no server is asked for anything. */
export function Lookaround() {
  const { pathname } = useLocation()
  useMinuteRunning()

  useEffect(() => {
    // Whoever walks on then waits for nothing; whoever does before that fetches it as they go.
    whenIdle(() => {
      for (const part of [sampleNotePart, markdownPart, sampleEditorPart]) part.load().catch(() => undefined)
    })
  }, [])

  const Screen = screenOf(pathname, screens) ?? NotFoundScreen
  return <Screen />
}
