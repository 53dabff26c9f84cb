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

const avatars = [
  { ...sampleMe, picture: MY_PICTURE },
  { ...sera, picture: null },
]

/** The landing page. It is prerendered at build time, so it must not depend on browser state. */
export function VisitorHome() {
  return (
    <div className="home">
      <section className="home__hero">
        <div className="home__text">
          <ScreenTitle title={t('home.title')}>
            <Manuscript text={t('home.headline')} avatars={avatars} />
          </ScreenTitle>
          <p className="home__lead">{t('home.pitch')}</p>
          <div className="home__actions">
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
