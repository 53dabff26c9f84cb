import { useAtomValue } from 'jotai'
import { connectionStateAtom } from '#client/live/connection.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { type Action, ActionMenu } from '#client/ui/Dropdown.tsx'
import { Icon } from '#client/ui/Icon.tsx'
import type { SeriesPlaceView } from '#protocol/notes.ts'
import type { Parts } from './useParts.ts'
import './series.css'

interface PartBarProps {
  series: SeriesPlaceView
  parts: Parts
  isAuthor: boolean
}

/** Where the editor is in a series, with the ways to the parts beside it. */
export function PartBar({ series, parts, isAuthor }: PartBarProps) {
  const isConnected = useAtomValue(connectionStateAtom) === 'connected'
  const { place } = series
  const [before, after] = [series.parts[place - 2], series.parts[place]]
  const actions: Action[] = [
    { label: t('series.add'), icon: 'plus', run: () => void parts.addAtEnd() },
    ...(place > 1
      ? [
          {
            label: t('series.deletePart'),
            icon: 'trash',
            isDangerous: true,
            run: () => void parts.deletePart(),
          } satisfies Action,
        ]
      : []),
  ]
  return (
    <nav className="part-bar" aria-label={t('series.name')}>
      <Button
        kind="quiet"
        className="part-bar__step part-bar__step--before"
        aria-label={t('series.before')}
        title={t('series.before')}
        disabled={before === undefined}
        onClick={() => before && void parts.open(before.noteNo)}
      >
        <Icon name="chevron" />
      </Button>
      <span className="part-bar__place">
        {t('series.place', { index: place, count: series.parts.length })}
      </span>
      <Button
        kind="quiet"
        className="part-bar__step part-bar__step--after"
        aria-label={t('series.after')}
        title={t('series.after')}
        disabled={after === undefined}
        onClick={() => after && void parts.open(after.noteNo)}
      >
        <Icon name="chevron" />
      </Button>
      {isAuthor && isConnected && <ActionMenu label={t('series.more')} actions={actions} />}
    </nav>
  )
}
