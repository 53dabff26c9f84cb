import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { sampleComments } from '#client/features/lookaround/content/comments.ts'
import { sampleExcerpts, sampleNotes } from '#client/features/lookaround/content/notes.ts'
import { dohyeon, roomAvatars, sampleRooms, sera } from '#client/features/lookaround/content/rooms.ts'
import type { SamplePerson } from '#client/features/lookaround/content/types.ts'
import { lookaroundAtom } from '#client/features/lookaround/lookaround.state.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Avatar, AvatarGroup } from '#client/ui/Avatar.tsx'
import { DecorativeText, TypingDots } from '#client/ui/Decorative.tsx'
import './roomScene.css'

/** The note of the sample reading circle, and the end of its thread. */
const HUB_NO = 3
const NOTE_NO = 7

const room = sampleRooms.find(({ hubNo }) => hubNo === HUB_NO)
const note = sampleNotes.find(({ noteNo }) => noteNo === NOTE_NO)
const lastComments = sampleComments
  .filter(({ hubNo, noteNo }) => hubNo === HUB_NO && noteNo === NOTE_NO)
  .slice(-2)

/** A preview of a live room. It is one link with a short accessible name. */
export function RoomScene() {
  const setSelection = useSetAtom(lookaroundAtom)
  if (!room || !note) return null
  return (
    <Link
      className="scene"
      to={paths.lookaroundRoom(HUB_NO)}
      onClick={() => setSelection({ hubNo: HUB_NO, noteNo: null })}
    >
      <span className="visually-hidden">{t('home.sceneLink')}</span>
      <span className="scene__header" aria-hidden="true">
        <AvatarGroup people={roomAvatars(room)} />
        <b>
          <DecorativeText words={room.name} />
        </b>
        <span className="scene__mark">
          <DecorativeText words={t('home.sceneMark')} />
        </span>
      </span>
      <span className="scene__talk" aria-hidden="true">
        <SceneMessage author={sera}>
          <span className="scene__action">
            <DecorativeText words={t('home.sceneShared', { name: sera.name })} />
          </span>
          <span className="scene__note">
            <DecorativeText words={note.topic} />
            <b>
              <DecorativeText words={note.title} />
            </b>
            <span className="scene__excerpt">
              <DecorativeText words={sampleExcerpts[note.document]} />
            </span>
          </span>
        </SceneMessage>
        {lastComments.map(({ commentNo, writer, text }) =>
          writer === 'me' ? (
            <span className="scene__comment scene__comment--own" key={commentNo}>
              <DecorativeText words={text} />
            </span>
          ) : (
            <SceneMessage author={writer} key={commentNo} isAnimated>
              <span className="scene__comment">
                <DecorativeText words={text} />
              </span>
            </SceneMessage>
          ),
        )}
        <SceneMessage author={dohyeon}>
          <span className="scene__composing">
            <TypingDots />
            <DecorativeText words={t('comments.composing', { name: dohyeon.name })} />
          </span>
        </SceneMessage>
      </span>
      <span className="scene__footer">
        <DecorativeText words={t('home.sceneLink')} />
      </span>
    </Link>
  )
}

interface SceneMessageProps {
  author: SamplePerson
  /** Animates the arrival. */
  isAnimated?: boolean
  children: ReactNode
}

function SceneMessage({ author, isAnimated = false, children }: SceneMessageProps) {
  return (
    <span className={`scene__turn ${isAnimated ? 'scene__turn--fresh' : ''}`}>
      <Avatar person={{ ...author, picture: null }} size="grouped" />
      <span className="scene__content">{children}</span>
    </span>
  )
}
