import { frameAddress, modes, type Width } from './address.ts'
import type { Screen } from './screens/screens.ts'

interface ScreenSheetProps {
  route: string
  screen: Screen
  width: Width
  language: string
}

/** One screen in each of its states, light and dark. */
export function ScreenSheet({ route, screen, width, language }: ScreenSheetProps) {
  return (
    <section className={`screen screen--${width}`}>
      <h2 className="part__name">
        {route} <span className="screen__as">{screen.as}</span>
      </h2>
      {screen.states.map(state => (
        <figure key={state} className="screen__state">
          <figcaption className="part__caption">{state}</figcaption>
          <div className="screen__modes">
            {modes.map(mode => (
              <div key={mode} className="screen__window">
                <iframe
                  className="screen__frame"
                  title={`${route}, ${state}, ${mode}`}
                  src={frameAddress({ kind: 'screen', name: route, state, mode, language })}
                />
              </div>
            ))}
          </div>
        </figure>
      ))}
    </section>
  )
}
