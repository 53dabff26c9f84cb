import { useAtomValue } from 'jotai'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { SAMPLE_MINUTE_SECONDS } from './content/minute.ts'
import { minuteAtom, useMinuteControls } from './useMinute.ts'
import './minute.css'

/** A row of manuscript squares that the minute fills, one after the other. */
const SQUARES = 20

/** Says that what moves here is an example, how far it has come, and lets it stand still; at its end it invites. */
export function MinuteBar() {
  const { elapsed, state, setPaused, replay } = useMinuteControls()
  const filled = Math.floor((elapsed / SAMPLE_MINUTE_SECONDS) * SQUARES)
  return (
    <section className={`minute minute--${state} no-print`} aria-label={t('lookaround.minute')}>
      <p className="minute__state" role="status">
        <span className="minute__dot" aria-hidden="true" />
        {state === 'ended' ? <Passed /> : t(stateText(state, elapsed))}
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
        {Array.from({ length: SQUARES }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place
          <span className={`minute__square ${place < filled ? 'minute__square--past' : ''}`} key={place} />
        ))}
      </span>
    </section>
  )
}

function Passed() {
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
