import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { sampleComments } from '#client/features/lookaround/content/comments.ts'
import { sampleExcerpts } from '#client/features/lookaround/content/excerpts.ts'
import { sampleNotes } from '#client/features/lookaround/content/notes.ts'
import { dohyeon, sera } from '#client/features/lookaround/content/people.ts'
import { sampleRooms } from '#client/features/lookaround/content/rooms.ts'
import type { SamplePerson } from '#client/features/lookaround/content/types.ts'
import { facesOf } from '#client/features/lookaround/lookaround.rooms.ts'
import { lookaroundAtom } from '#client/features/lookaround/lookaround.state.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { AvatarGroup } from '#client/ui/AvatarGroup.tsx'
import { DecorativeText } from '#client/ui/DecorativeText.tsx'
import { TypingDots } from '#client/ui/TypingDots.tsx'
import './roomScene.css'

/** A note of the lookaround's reading circle, and how the talk about it ends. */
const HUB_NO = 3
const NOTE_NO = 7

const room = sampleRooms.find(({ hubNo }) => hubNo === HUB_NO)
const note = sampleNotes.find(({ noteNo }) => noteNo === NOTE_NO)
const said = sampleComments.filter(({ hubNo, noteNo }) => hubNo === HUB_NO && noteNo === NOTE_NO).slice(-2)

/** A live room as it looks from inside; one link, which says in a few words where it leads. */
export function RoomScene() {
  const select = useSetAtom(lookaroundAtom)
  if (!room || !note) return null
  return (
    <Link
      className="scene"
      to={paths.lookaroundRoom(HUB_NO)}
      onClick={() => select({ hubNo: HUB_NO, noteNo: null })}
    >
      <span className="visually-hidden">{t('home.sceneLink')}</span>
      <span className="scene__head" aria-hidden="true">
        <AvatarGroup people={facesOf(room)} />
        <b>
          <DecorativeText words={room.name} />
        </b>
        <span className="scene__mark">
          <DecorativeText words={t('home.sceneMark')} />
        </span>
      </span>
      <span className="scene__talk" aria-hidden="true">
        <Turn of={sera}>
          <span className="scene__did">
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
        </Turn>
        {said.map(({ commentNo, writer, text }) =>
          writer === 'me' ? (
            <span className="scene__said scene__said--own" key={commentNo}>
              <DecorativeText words={text} />
            </span>
          ) : (
            <Turn of={writer} key={commentNo} isFresh>
              <span className="scene__said">
                <DecorativeText words={text} />
              </span>
            </Turn>
          ),
        )}
        <Turn of={dohyeon}>
          <span className="scene__composing">
            <TypingDots />
            <DecorativeText words={t('comments.composing', { name: dohyeon.name })} />
          </span>
        </Turn>
      </span>
      <span className="scene__foot">
        <DecorativeText words={t('home.sceneLink')} />
      </span>
    </Link>
  )
}

interface TurnProps {
  of: SamplePerson
  /** It arrives while one looks. */
  isFresh?: boolean
  children: ReactNode
}

function Turn({ of, isFresh = false, children }: TurnProps) {
  return (
    <span className={`scene__turn ${isFresh ? 'scene__turn--fresh' : ''}`}>
      <Avatar person={{ ...of, picture: null }} size="grouped" />
      <span className="scene__by">{children}</span>
    </span>
  )
}
