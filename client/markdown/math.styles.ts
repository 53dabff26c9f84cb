import 'katex/dist/katex-swap.min.css'
import './math.css'
