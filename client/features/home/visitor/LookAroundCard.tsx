import { useSetAtom } from 'jotai'
import type { FormEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { sampleComments } from '#client/features/lookaround/content/comments.ts'
import { sampleMeDescription } from '#client/features/lookaround/content/me.ts'
import { sampleMe } from '#client/features/lookaround/content/people.ts'
import { sampleRooms } from '#client/features/lookaround/content/rooms.ts'
import type { SampleComment } from '#client/features/lookaround/content/types.ts'
import { facesOf, MY_PICTURE, nameOf } from '#client/features/lookaround/lookaround.rooms.ts'
import { lookaroundAtom } from '#client/features/lookaround/lookaround.state.ts'
import { paths } from '#client/paths.ts'
import { idleComponent } from '#client/platform/browser/lazyComponent.tsx'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import type { Person } from '#client/ui/Avatar.tsx'
import { AvatarGroup } from '#client/ui/AvatarGroup.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { DecorativeText } from '#client/ui/DecorativeText.tsx'
import '#client/ui/fieldControl.css'
import './LookAroundCard.css'

const loadLive = () => import('#client/features/lookaround/RoomUnread.tsx')
// Without them nothing is missing on the screen.
const Beginning = idleComponent(
  lazyModule(() => loadLive().then(part => part.MinuteBeginning)),
  null,
)
const Unread = idleComponent(
  lazyModule(() => loadLive().then(part => part.RoomUnread)),
  null,
)

/** What a visitor sees of the product: oneself, three sample rooms, and a search that asks to sign in. */
export function LookAroundCard() {
  const select = useSetAtom(lookaroundAtom)
  return (
    <Card className="look-around" padded={false} aria-labelledby="look-around">
      <div className="look-around__head">
        <h2 id="look-around">{t('home.lookAround')}</h2>
        <span className="look-around__hint">{t('home.lookAroundHint')}</span>
      </div>
      <Row people={[{ ...sampleMe, picture: MY_PICTURE }]}>
        <span className="look-around__name">
          <Link to={paths.lookaroundMyInfo}>{sampleMe.name}</Link>
          <MeBadge />
        </span>
        <span className="look-around__said">{sampleMeDescription}</span>
      </Row>
      <ul>
        {sampleRooms.map(room => (
          <li key={room.hubNo}>
            <Row people={facesOf(room)}>
              <span className="look-around__name">
                <Link
                  to={paths.lookaroundRoom(room.hubNo)}
                  onClick={() => select({ hubNo: room.hubNo, noteNo: null })}
                >
                  {nameOf(room)}
                </Link>
                <Unread hubNo={room.hubNo} />
              </span>
              <LastSaid hubNo={room.hubNo} />
            </Row>
          </li>
        ))}
      </ul>
      <FriendSearch />
      <Beginning />
    </Card>
  )
}

function Row({ people, children }: { people: Person[]; children: ReactNode }) {
  return (
    <div className="look-around__person">
      <AvatarGroup people={people} />
      <div className="look-around__words">{children}</div>
    </div>
  )
}

/** Drawn only: it stands for itself in the room. */
function LastSaid({ hubNo }: { hubNo: number }) {
  const last = sampleComments
    .filter(comment => comment.hubNo === hubNo)
    .sort(byTime)
    .at(-1)
  if (last === undefined) return null
  const writer = last.writer === 'me' ? t('common.me') : last.writer.name
  return (
    <span className="look-around__said">
      <b>
        <DecorativeText words={writer} />
      </b>{' '}
      <DecorativeText words={last.text} />
    </span>
  )
}

const byTime = (one: SampleComment, other: SampleComment) => one.at.localeCompare(other.at)

function FriendSearch() {
  const navigate = useNavigate()

  function askToSignIn(event: FormEvent) {
    event.preventDefault()
    void navigate(paths.signIn)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known everywhere yet
    <form className="look-around__search" role="search" action={paths.signIn} onSubmit={askToSignIn}>
      <input
        className="field__control"
        type="text"
        aria-label={t('home.findFriends')}
        placeholder={t('home.findFriends')}
        autoComplete="off"
      />
      <Button kind="primary" type="submit">
        {t('home.find')}
      </Button>
    </form>
  )
}
