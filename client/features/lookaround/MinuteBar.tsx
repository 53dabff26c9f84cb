import { useAtomValue } from 'jotai'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { SAMPLE_MINUTE_SECONDS } from './content/minute.ts'
import { minuteAtom, useMinuteControls } from './useMinute.ts'
import './minute.css'

/** Manuscript squares that fill up as the minute passes. */
const SQUARES = 20

/**
 * Explains that the activity is an example, shows the progress, and pauses or replays it. Invites to sign
 * up at the end.
 */
export function MinuteBar() {
  const { elapsed, state, setPaused, replay } = useMinuteControls()
  const filledCount = Math.floor((elapsed / SAMPLE_MINUTE_SECONDS) * SQUARES)
  return (
    <section className={`minute minute--${state} no-print`} aria-label={t('lookaround.minute')}>
      <p className="minute__state" role="status">
        <span className="minute__dot" aria-hidden="true" />
        {state === 'ended' ? <EndedSummary /> : t(stateText(state, elapsed))}
      </p>
      <p className="minute__more">{t(state === 'ended' ? 'lookaround.invitation' : 'lookaround.watch')}</p>
      <div className="minute__actions">
        {state === 'ended' ? (
          <>
            <Button kind="quiet" onClick={replay}>
              <ToolIcon name="history" />
              {t('lookaround.replay')}
            </Button>
            <ButtonLink kind="primary" to={paths.signUp}>
              {t('home.begin')}
            </ButtonLink>
          </>
        ) : (
          <Button kind="quiet" onClick={() => setPaused(state === 'playing')}>
            <ToolIcon name={state === 'playing' ? 'pause' : 'play'} />
            {t(buttonText(state, elapsed))}
          </Button>
        )}
      </div>
      <span className="minute__squares" aria-hidden="true">
        {Array.from({ length: SQUARES }, (_, index) => (
          <span
            className={`minute__square ${index < filledCount ? 'minute__square--past' : ''}`}
            // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies the square
            key={index}
          />
        ))}
      </span>
    </section>
  )
}

function EndedSummary() {
  const { shared, commented } = useAtomValue(minuteAtom)
  return t('lookaround.ended', { notes: shared.length, comments: commented.length })
}

function buttonText(state: 'playing' | 'paused', elapsed: number) {
  if (state === 'playing') return 'lookaround.pause'
  return elapsed === 0 ? 'lookaround.start' : 'lookaround.resume'
}

function stateText(state: 'playing' | 'paused', elapsed: number) {
  if (state === 'playing') return 'lookaround.playing'
  return elapsed === 0 ? 'lookaround.waiting' : 'lookaround.paused'
}
