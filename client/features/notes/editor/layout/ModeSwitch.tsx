import { useId } from 'react'
import { t } from '#client/platform/language/language.ts'
import type { EditorMode } from './useEditorMode.ts'

interface ModeSwitchProps {
  mode: EditorMode
  modes: readonly EditorMode[]
  onChoose: (mode: EditorMode) => void
}

const LABELS = { write: 'notes.modeWrite', split: 'notes.modeSplit', result: 'notes.modeResult' } as const

export function ModeSwitch({ mode, modes, onChoose }: ModeSwitchProps) {
  const name = useId()
  return (
    <fieldset className="writing__modes">
      <legend className="visually-hidden">{t('notes.modes')}</legend>
      {modes.map(known => (
        <label key={known} className="writing__mode">
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            checked={known === mode}
            onChange={() => onChoose(known)}
          />
          {t(LABELS[known])}
        </label>
      ))}
    </fieldset>
  )
}
