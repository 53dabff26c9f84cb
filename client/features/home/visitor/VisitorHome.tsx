import type { ReactNode } from 'react'
import { MY_PICTURE, sampleMe, sera } from '#client/features/lookaround/content/rooms.ts'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Manuscript } from '#client/ui/Manuscript.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { uses } from '../home.uses.ts'
import { LookAroundCard } from './LookAroundCard.tsx'
import { RoomScene } from './RoomScene.tsx'
import { Screenshots } from './Screenshots.tsx'
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
      <Screenshots />
      <Uses />
      <LookAroundCard />
      <p className="home__small">
        {t('home.lead')} {t('home.browser')}
      </p>
    </div>
  )
}

/** The uses of the product, each with a drawing. */
function Uses() {
  return (
    <ol className="uses__list">
      {uses.map(([use, description]) => (
        <li className="uses__use" key={use}>
          <UseDrawing of={use} />
          <h2>{t(use)}</h2>
          <p>{t(description)}</p>
        </li>
      ))}
    </ol>
  )
}

type Use = (typeof uses)[number][0]

const writingDrawing = (
  <>
    <rect className="drawing__sheet" x="6" y="10" width="84" height="66" rx="4" />
    <path className="drawing__grid" d="M6 32h84M6 54h84M27 10v66M48 10v66M69 10v66" />
    <path d="M12 16h9v3.5M10.5 23.5h12M13 26h7.5v2.5h-7.5v2h7.5M33 16v12h8V16zM45.5 15v15M45.5 21h2" />
    <path className="drawing__warm" d="m58 62 4-13 32-33 9 9-32 33z" />
    <path d="m87 23 9 9M58 62l5-1.5" />
  </>
)

const sharingDrawing = (
  <>
    <path className="drawing__way" d="M24 42C30 18 42 14 52 16M96 42C92 20 84 15 74 16" />
    <path className="drawing__sheet" d="m45 18 32-4 6 44-32 4z" />
    <path d="m53 28 18-2.3M54 37l20-2.5M55 46l12-1.5" />
    <circle className="drawing__cool" cx="22" cy="58" r="16" />
    <circle className="drawing__warm" cx="98" cy="58" r="16" />
    <path d="M17 54v2M27 54v2M16 62c3 4 9 4 12 0M93 54v2M103 54v2M92 62c3 4 9 4 12 0" />
    <circle className="drawing__dot" cx="79" cy="14" r="9" />
    <path className="drawing__two" d="M76 12c0-4 6-4 6-.5 0 2.5-6 4-6 6.5h6" />
  </>
)

const talkingDrawing = (
  <>
    <path className="drawing__cool" d="M8 8h64v38H30L18 57V46H8z" />
    <path d="M18 21h42M18 32h26" />
    <path className="drawing__sheet" d="M50 34h62v36h-8v11L92 70H50z" />
    <path className="drawing__square" d="M64 48h8v8h-8zM78 48h8v8h-8z" />
    <path className="drawing__square drawing__square--empty" d="M92 48h8v8h-8z" />
  </>
)

const drawings: Record<Use, ReactNode> = {
  'home.useWrite': writingDrawing,
  'home.useShare': sharingDrawing,
  'home.useTalk': talkingDrawing,
}

/** Decorative: the text is below. */
function UseDrawing({ of }: { of: Use }) {
  return (
    <svg className="drawing" viewBox="0 0 120 84" aria-hidden="true">
      {drawings[of]}
    </svg>
  )
}
