import { useId } from 'react'
import { useDeferredRefetch } from '#client/live/useDeferredRefetch.ts'
import { t } from '#client/platform/language/language.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import { refetchNotes } from './home.queries.ts'
import type { FirstStepsState } from './useFirstSteps.ts'
import './firstSteps.css'

const texts = {
  write: ['home.stepWrite', 'home.stepWriteMore'],
  invite: ['home.stepInvite', 'home.stepInviteMore'],
  share: ['home.stepShare', 'home.stepShareMore'],
} as const

const shareEvents = ['note:shared'] as const

/** The card of a new member: three steps that are checked off live, and the button for the next one. */
export function FirstSteps({ steps, close }: FirstStepsState) {
  const titleId = useId()
  useDeferredRefetch(shareEvents, refetchNotes)
  const next = steps.find(({ isDone }) => !isDone)
  const count = steps.filter(({ isDone }) => isDone).length

  return (
    <Card padded={false} className="first-steps" aria-labelledby={titleId}>
      <div className="first-steps__header">
        <h2 id={titleId}>{t('home.steps')}</h2>
        <p className="first-steps__progress" role="status">
          {progressText(count, steps.length)}
        </p>
        <Button kind="quiet" className="first-steps__close" aria-label={t('home.stepsClose')} onClick={close}>
          <Icon name="close" />
        </Button>
      </div>
      <ol>
        {steps.map(step => {
          const [title, more] = texts[step.name]
          return (
            <li className={`first-step ${step.isDone ? 'first-step--done' : ''}`} key={step.name}>
              <svg className="first-step__square" viewBox="0 0 24 24" aria-hidden="true">
                <path className="first-step__paper" d="M1 1h22v22H1z" />
                {step.isDone && <path className="first-step__check" d="M6.5 12.5l4 4 7.5-9" />}
              </svg>
              <p className="first-step__text">
                <strong>{t(title)}</strong>
                {step.isDone && <span className="visually-hidden">{t('home.stepDone')}</span>}
                <span className="first-step__more">{t(more)}</span>
              </p>
              {step === next && (
                <ButtonLink kind="primary" to={step.path}>
                  {t(title)}
                </ButtonLink>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

function progressText(count: number, all: number): string {
  if (count === 0) return t('home.stepsBegin')
  return count < all ? t('home.stepsProgress', { count, all }) : t('home.stepsDone')
}
