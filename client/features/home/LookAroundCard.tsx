import { useSetAtom } from 'jotai'
import type { FormEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { sampleMe } from '#client/features/lookaround/content/people.ts'
import { sampleRooms } from '#client/features/lookaround/content/rooms.ts'
import { facesOf, MY_PICTURE, nameOf } from '#client/features/lookaround/lookaround.rooms.ts'
import { lookaroundAtom } from '#client/features/lookaround/lookaround.state.ts'
import { paths } from '#client/paths.ts'
import { lazyPart } from '#client/platform/browser/lazyPart.ts'
import { useIdlePart } from '#client/platform/browser/useLazyPart.ts'
import { t } from '#client/platform/language/language.ts'
import { Link } from '#client/platform/router/Link.tsx'
import type { Person } from '#client/ui/Avatar.tsx'
import { AvatarGroup } from '#client/ui/AvatarGroup.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import '#client/ui/field.css'
import './LookAroundCard.css'

const loadLive = () => import('#client/features/lookaround/RoomUnread.tsx')
const beginningPart = lazyPart(() => loadLive().then(part => part.MinuteBeginning))
const unreadPart = lazyPart(() => loadLive().then(part => part.RoomUnread))

/** What a visitor sees of the product: oneself, three sample rooms, and a search that asks to sign in. */
export function LookAroundCard() {
  const select = useSetAtom(lookaroundAtom)
  const Beginning = useIdlePart(beginningPart)
  const Unread = useIdlePart(unreadPart)
  return (
    <Card className="look-around" padded={false} aria-labelledby="look-around">
      <div className="look-around__head">
        <h2 id="look-around">{t('home.lookAround')}</h2>
        <span className="look-around__hint">{t('home.lookAroundHint')}</span>
      </div>
      <Row people={[{ ...sampleMe, picture: MY_PICTURE }]}>
        <Link to={paths.lookaroundMyInfo}>{sampleMe.name}</Link>
        <MeBadge />
      </Row>
      <ul>
        {sampleRooms.map(room => (
          <li key={room.hubNo}>
            <Row people={facesOf(room)}>
              <Link
                to={paths.lookaroundRoom(room.hubNo)}
                onClick={() => select({ hubNo: room.hubNo, noteNo: null })}
              >
                {nameOf(room)}
              </Link>
              {Unread && <Unread hubNo={room.hubNo} />}
            </Row>
          </li>
        ))}
      </ul>
      <FriendSearch />
      {Beginning && <Beginning />}
    </Card>
  )
}

function Row({ people, children }: { people: Person[]; children: ReactNode }) {
  return (
    <div className="look-around__person">
      <AvatarGroup people={people} />
      <span className="look-around__name">{children}</span>
    </div>
  )
}

function FriendSearch() {
  const navigate = useNavigate()

  function askToSignIn(event: FormEvent) {
    event.preventDefault()
    void navigate(paths.signIn)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known everywhere yet
    <form className="look-around__search" role="search" onSubmit={askToSignIn}>
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
