import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { SAMPLE_MINUTE_SECONDS } from './content/minute.ts'
import { useMinuteControls } from './useMinute.ts'

/** A row of manuscript squares that the minute fills, one after the other. */
const SQUARES = 20

/** Says that what moves here is an example, how far it has come, and lets it stand still. */
export function MinuteBar() {
  const { elapsed, state, setPaused, replay } = useMinuteControls()
  const filled = Math.floor((elapsed / SAMPLE_MINUTE_SECONDS) * SQUARES)
  return (
    <section className="minute no-print" aria-label={t('lookaround.minute')}>
      <div className="minute__words">
        <span className={`minute__dot minute__dot--${state}`} aria-hidden="true" />
        <p role="status">{t(stateText(state, elapsed))}</p>
      </div>
      <span className="minute__squares" aria-hidden="true">
        {Array.from({ length: SQUARES }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place
          <span className={`minute__square ${place < filled ? 'minute__square--past' : ''}`} key={place} />
        ))}
      </span>
      {state === 'ended' ? (
        <Button kind="quiet" onClick={replay}>
          <ToolIcon name="history" />
          {t('lookaround.replay')}
        </Button>
      ) : (
        <Button kind="quiet" onClick={() => setPaused(state === 'playing')}>
          <ToolIcon name={state === 'playing' ? 'pause' : 'play'} />
          {t(buttonText(state, elapsed))}
        </Button>
      )}
    </section>
  )
}

function buttonText(state: 'playing' | 'paused', elapsed: number) {
  if (state === 'playing') return 'lookaround.pause'
  return elapsed === 0 ? 'lookaround.start' : 'lookaround.resume'
}

function stateText(state: 'playing' | 'paused' | 'ended', elapsed: number) {
  if (state === 'ended') return 'lookaround.ended'
  if (state === 'playing') return 'lookaround.playing'
  return elapsed === 0 ? 'lookaround.waiting' : 'lookaround.paused'
}
