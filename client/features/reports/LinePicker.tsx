import { type Dispatch, memo, type SetStateAction } from 'react'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'

interface LinePickerProps {
  lines: readonly string[]
  /** Their places. */
  chosen: ReadonlySet<number>
  onChoose: Dispatch<SetStateAction<ReadonlySet<number>>>
}

/** The lines of a text, blank ones left out: thousands at the worst, so that what is typed beside them draws none anew. */
export const LinePicker = memo(function LinePicker({ lines, chosen, onChoose }: LinePickerProps) {
  const places = lines.flatMap((line, place) => (line.trim() === '' ? [] : [place]))
  const areAll = places.every(place => chosen.has(place))

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
          <Line
            key={place}
            text={lines[place] ?? ''}
            place={place}
            isChosen={chosen.has(place)}
            onChoose={onChoose}
          />
        ))}
      </div>
    </fieldset>
  )
})

interface LineProps extends Pick<LinePickerProps, 'onChoose'> {
  text: string
  place: number
  isChosen: boolean
}

const Line = memo(function Line({ text, place, isChosen, onChoose }: LineProps) {
  function toggle() {
    onChoose(chosen => {
      const next = new Set(chosen)
      if (!next.delete(place)) next.add(place)
      return next
    })
  }
  return <Checkbox label={text} checked={isChosen} onChange={toggle} />
})
