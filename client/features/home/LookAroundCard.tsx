import type { FormEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '#client/app/paths.ts'
import { t } from '#client/platform/language.ts'
import type { Person } from '#client/ui/Avatar.tsx'
import { AvatarGroup } from '#client/ui/AvatarGroup.tsx'
import { MeBadge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import '#client/ui/field.css'
import { sampleHubs, sampleMe } from './samples.ts'
import './LookAroundCard.css'

/** What a visitor sees of the product: oneself, three sample rooms, and a search that asks to sign in. */
export function LookAroundCard() {
  return (
    <Card className="look-around" padded={false} aria-labelledby="look-around">
      <div className="look-around__head">
        <h2 id="look-around">{t('home.lookAround')}</h2>
        <span className="look-around__hint">{t('home.lookAroundHint')}</span>
      </div>
      <Row people={[sampleMe]}>
        {sampleMe.name} <MeBadge />
      </Row>
      <ul>
        {sampleHubs.map(({ hubNo, people }) => (
          <li key={hubNo}>
            <Row people={people}>
              {people[0]?.name}
              {people.length > 1 && ' +'}
            </Row>
          </li>
        ))}
      </ul>
      <FriendSearch />
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
