import { answerQuestions } from './answerQuestions.ts'
import { drawFormula } from './math.engine.ts'

answerQuestions(drawFormula)
