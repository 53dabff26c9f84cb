import { useAtomValue } from 'jotai'
import { t } from '#client/platform/language/language.ts'
import { authStatusAtom } from '#client/session/session.ts'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { LateNotices } from './LateNotices.tsx'
import { LateQuickNote } from './LateQuickNote.tsx'
import { LookAroundCard } from './LookAroundCard.tsx'
import { Manuscript } from './Manuscript.tsx'
import './HomeScreen.css'

const uses = [
  ['home.useWrite', 'home.useWriteMore'],
  ['home.useShare', 'home.useShareMore'],
  ['home.useTalk', 'home.useTalkMore'],
] as const

export function HomeScreen() {
  const status = useAtomValue(authStatusAtom)
  return (
    <div className="home">
      <section className="home__intro">
        <ScreenTitle title={t('home.title')}>
          <Manuscript text={t('home.headline')} />
        </ScreenTitle>
        <p className="home__lead">{t('home.lead')}</p>
      </section>
      {status === 'signedIn' && <LateQuickNote />}
      <ol className="home__uses">
        {uses.map(([use, more], place) => (
          <li className="home__use" key={use}>
            <span className="home__number" aria-hidden="true">
              {place + 1}
            </span>
            <h2>{t(use)}</h2>
            <p>{t(more)}</p>
          </li>
        ))}
      </ol>
      <p className="home__browser">{t('home.browser')}</p>
      {status === 'signedOut' && <LookAroundCard />}
      {status === 'signedIn' && <LateNotices />}
    </div>
  )
}
