import '../ui/typeface.css';
import '../ui/ui.css';
import './desk.css';
import { renderApp } from '../ui/render-app.tsx';
import { App } from './app.tsx';

renderApp(<App />);
