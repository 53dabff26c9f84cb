import { sampleMe, sera } from '#client/features/lookaround/content/people.ts'
import { MY_PICTURE } from '#client/features/lookaround/lookaround.rooms.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { LookAroundCard } from './LookAroundCard.tsx'
import { Manuscript } from './Manuscript.tsx'
import { RoomScene } from './RoomScene.tsx'
import { Uses } from './Uses.tsx'
import './visitorHome.css'

const faces = [
  { ...sampleMe, picture: MY_PICTURE },
  { ...sera, picture: null },
]

/** What this is, in five seconds. It stands in the page as built, so nothing here is known in the browser alone. */
export function VisitorHome() {
  return (
    <div className="home">
      <section className="home__first">
        <div className="home__words">
          <ScreenTitle title={t('home.title')}>
            <Manuscript text={t('home.headline')} faces={faces} />
          </ScreenTitle>
          <p className="home__lead">{t('home.pitch')}</p>
          <div className="home__ways">
            <ButtonLink kind="primary" to={paths.signUp}>
              {t('home.begin')}
            </ButtonLink>
            <ButtonLink to={paths.lookaroundDiscussion}>{t('home.lookFirst')}</ButtonLink>
          </div>
          <p className="home__small">{t('home.beginHint')}</p>
        </div>
        <RoomScene />
      </section>
      <Uses />
      <LookAroundCard />
    </div>
  )
}
