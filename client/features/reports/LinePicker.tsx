import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'

interface LinePickerProps {
  lines: readonly string[]
  /** Their places. */
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
}

/** The lines of a text, blank ones left out. */
export function LinePicker({ lines, chosen, onChoose }: LinePickerProps) {
  const places = lines.flatMap((line, place) => (line.trim() === '' ? [] : [place]))
  const areAll = places.every(place => chosen.has(place))

  function toggle(place: number) {
    const next = new Set(chosen)
    if (!next.delete(place)) next.add(place)
    onChoose(next)
  }

  return (
    <fieldset className="line-picker">
      <legend className="line-picker__legend">{t('reports.lines')}</legend>
      {places.length > 1 && (
        <Button kind="quiet" onClick={() => onChoose(new Set(areAll ? [] : places))}>
          {t(areAll ? 'reports.none' : 'reports.all')}
        </Button>
      )}
      <div className="line-picker__lines">
        {places.map(place => (
          <Checkbox
            key={place}
            label={lines[place]}
            checked={chosen.has(place)}
            onChange={() => toggle(place)}
          />
        ))}
      </div>
    </fieldset>
  )
}
