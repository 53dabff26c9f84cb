import { useSetAtom } from 'jotai'
import type { FormEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { sampleComments } from '#client/features/lookaround/content/comments.ts'
import {
  MY_PICTURE,
  roomAvatars,
  roomLabel,
  sampleMe,
  sampleMeDescription,
  sampleRooms,
} from '#client/features/lookaround/content/rooms.ts'
import type { SampleComment } from '#client/features/lookaround/content/types.ts'
import { lookaroundAtom } from '#client/features/lookaround/lookaround.state.ts'
import { paths } from '#client/paths.ts'
import { idleComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import { AvatarGroup, type Person } from '#client/ui/Avatar.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { DecorativeText } from '#client/ui/Decorative.tsx'
import '#client/ui/fieldControl.css'
import './LookAroundCard.css'

const loadLive = () => import('#client/features/lookaround/RoomUnread.tsx')
// The card is complete without these parts.
const MinuteStarter = idleComponent(
  lazyModule(() => loadLive().then(part => part.MinuteStarter)),
  null,
)
const RoomUnreadBadge = idleComponent(
  lazyModule(() => loadLive().then(part => part.RoomUnreadBadge)),
  null,
)

/** The visitor's identity, three sample rooms, and a search that leads to sign-in. */
export function LookAroundCard() {
  const setSelection = useSetAtom(lookaroundAtom)
  return (
    <Card className="look-around" padded={false} aria-labelledby="look-around">
      <div className="look-around__header">
        <h2 id="look-around">{t('home.lookAround')}</h2>
        <span className="look-around__hint">{t('home.lookAroundHint')}</span>
      </div>
      <Row people={[{ ...sampleMe, picture: MY_PICTURE }]}>
        <span className="look-around__name">
          <Link to={paths.lookaroundMyInfo}>{sampleMe.name}</Link>
          <MeBadge />
        </span>
        <span className="look-around__comment">{sampleMeDescription}</span>
      </Row>
      <ul>
        {sampleRooms.map(room => (
          <li key={room.hubNo}>
            <Row people={roomAvatars(room)}>
              <span className="look-around__name">
                <Link
                  to={paths.lookaroundRoom(room.hubNo)}
                  onClick={() => setSelection({ hubNo: room.hubNo, noteNo: null })}
                >
                  {roomLabel(room)}
                </Link>
                <RoomUnreadBadge hubNo={room.hubNo} />
              </span>
              <LastComment hubNo={room.hubNo} />
            </Row>
          </li>
        ))}
      </ul>
      <FriendSearch />
      <MinuteStarter />
    </Card>
  )
}

function Row({ people, children }: { people: Person[]; children: ReactNode }) {
  return (
    <div className="look-around__person">
      <AvatarGroup people={people} />
      <div className="look-around__text">{children}</div>
    </div>
  )
}

/** The last comment of the room; decorative, because the room shows it as well. */
function LastComment({ hubNo }: { hubNo: number }) {
  const lastComment = sampleComments
    .filter(comment => comment.hubNo === hubNo)
    .sort(byTime)
    .at(-1)
  if (lastComment === undefined) return null
  const writer = lastComment.writer === 'me' ? t('common.meAsWriter') : lastComment.writer.name
  return (
    <span className="look-around__comment">
      <b>
        <DecorativeText words={writer} />
      </b>{' '}
      <DecorativeText words={lastComment.text} />
    </span>
  )
}

const byTime = (a: SampleComment, b: SampleComment) => a.at.localeCompare(b.at)

function FriendSearch() {
  const navigate = useNavigate()

  function askToSignIn(event: FormEvent) {
    event.preventDefault()
    void navigate(paths.signIn)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: not all browsers know the search element yet
    <form className="look-around__search" role="search" action={paths.signIn} onSubmit={askToSignIn}>
      <input
        className="field__control"
        type="text"
        aria-label={t('home.findFriends')}
        placeholder={t('home.findFriends')}
        autoComplete="off"
      />
      <Button type="submit">{t('home.find')}</Button>
    </form>
  )
}
